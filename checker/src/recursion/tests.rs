use super::*;

fn parsed(text: &str) -> Read<Vec<Equation>> {
    Parser { text, depth: 0, calls: Vec::new(), prefix: "v".into(), values: 0 }.all()
}

fn obligations(text: &str, names: &[&str]) -> Vec<String> {
    let equations = parsed(text).expect("equations");
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let (none, calls, sums) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = Obligations { names: &names, equations: &equations, prefix: "v", all: none, calls, sums };
    equations.iter().for_each(|equation| all.equation(equation).expect("it is known"));
    let sums = all.sums.into_iter().map(|one| format!("{} is {}", one.0, one.1));
    let calls = all.calls.into_iter().map(|one| format!("{} or {}", one.0, one.1));
    all.all.into_iter().map(|one| one.0).chain(calls).chain(sums).collect()
}

#[test]
fn calls_are_shown_to_be_at_smaller_numbers_before_they_have_values() {
    assert_eq!(
        obligations("G(0)=0 , G(n)=n-G(G(n-1))", &["G"]),
        [
            "(0=0 & (E vat 0=1*vat+0 & $G(vat,vy))) => 1*vy+0=0",
            "(1*n+0>=0 & 1*n+0!=0) => (1<=1*n+0 & 0<1)",
            "(1*n+0>=0 & 1*n+0!=0 & (E vat 1*n+0=1*vat+1 & $G(vat,v1))) => (0<=1*v1+0 & 1*v1+0<1*n+0)",
            "(1*n+0>=0 & 1*n+0!=0 & (E vat 1*n+0=1*vat+1 & $G(vat,v1)) & (E vat 1*v1+0=1*vat+0 & $G(vat,v2)) & \
             (E vat 1*n+0=1*vat+0 & $G(vat,vy))) => 1*v2+1*vy+0=1*n+0",
        ]
    );
}

#[test]
fn other_functions_may_be_asked_for_the_same_number() {
    let all = obligations("A(n)=mex{A(i) : i<n}, B(n)=A(n)+n", &["A", "B"]);
    assert!(all.iter().any(|one| one.ends_with("1*i+0<1*n+0)")), "{all:?}");
    let both = "(1*n+0>=0) => (0<=1*n+0 & 0<0) or (1*n+0>=0) => (0<=1*n+0 & 0<=0)";
    assert!(all.iter().any(|one| one == both), "{all:?}");
    assert!(!has_ring(Vec::new()) && !has_ring(vec![[0, 1], [1, 2], [0, 2]]) && has_ring(vec![[2, 0], [0, 1], [1, 0]]));
}

#[test]
fn many_values_are_added_one_by_one() {
    let all = obligations("f(n)=n-2*f(n-1)-f(n-2)-f(n-3)+f(0)", &["f"]);
    let sums: Vec<&str> = all.iter().map(String::as_str).filter(|one| one.contains(" is E ")).collect();
    assert_eq!(
        sums,
        [
            "v0 is E v1 ((E vat 1*n+0=1*vat+1 & $f(vat,v1)) & 1*vsum+0=2*v1+0)",
            "v1 is E v2,vbefore ((E vat 1*n+0=1*vat+2 & $f(vat,v2)) & $v0(n,vbefore) & 1*vsum+0=1*v2+1*vbefore+0)",
            "v2 is E v3,vbefore ((E vat 1*n+0=1*vat+3 & $f(vat,v3)) & $v1(n,vbefore) & 1*vsum+0=1*v3+1*vbefore+0)",
        ]
    );
    let last = "(1*n+0>=0 & (E vat 0=1*vat+0 & $f(vat,v4)) & $v2(n,vless) & (E vat 1*n+0=1*vat+0 & $f(vat,vy))) => \
                1*vless+1*vy+0=1*n+1*v4+0";
    assert!(all.iter().any(|one| one == last), "{all:?}");
}

#[test]
fn what_is_no_equation_is_not_read() {
    for text in [
        "",
        "G(n)",
        "G(n)=",
        "G(n)=n,",
        "G(n)=n n",
        "G(n)=n*n",
        "G(G(n))=n",
        "G(n)=E1",
        "G(n)=2n",
        "G(n)=n if n>1",
        "G(n)=n if (n>1",
        "G(n)=mex{G(i) : i<m}",
        "G(n)=mex{G(i) : i=n}",
        "G(n)=mex{G(i) : i<n, i<n}",
        "G(n)=mex{G(i)",
        "G(n)=9999999999",
        "=n",
    ] {
        assert!(parsed(text).is_err(), "{text}");
    }
    assert!(parsed(&format!("G(n)={}", "(".repeat(100_000))).is_err());
    assert!(parsed(&format!("G(n)={}n", "-".repeat(100_000))).is_err());
}
