//! The page of `prove --html`: what is in it, and that a browser shows it and searches it.
//!
//! The browser is Chromium.

use std::path::Path;
use std::process::{Command, Output};

use crate::programs;

fn prove(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    command.arg("prove").args(arguments).current_dir(folder).output().expect("filbert runs")
}

const README: &str = "# Proofs\n\n## First: A paper on <b> & \"quotes\"\n";
const SCRIPT: &str = "def even \"?msd_fib Ey x=y+y\":\n\
    theorem halves \"?msd_fib Ax,y x<y & y<x => $even(x)\" from \"First Thm 3\":\n\
    refute all_even \"?msd_fib Ax $even(x)\" from \"Second, Lemma 1\":\n\
    theorem wrong \"?msd_fib Ax x<4\" from \"First Thm 4\":\n\
    theorem letters \"?msd_fib Ix F[x]=@1\":\n\
    game K \"?msd_fib p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\":\n\
    kernel P of K:\n\
    theorem broken \"?msd_fib Ax x<\":\n";

/// The page of a small folder.
fn small_page(folder: &Path) -> String {
    std::fs::write(folder.join("README.md"), README).expect("a file");
    std::fs::write(folder.join("a.prf"), SCRIPT).expect("a file");
    let output = prove(folder, &[".", "--html", "site/deep"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    std::fs::read_to_string(folder.join("site/deep/index.html")).expect("the page")
}

/// The part of the page between two texts.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let start = page.find(from).unwrap_or_else(|| panic!("no {from}"));
    let length = page[start..].find(to).unwrap_or_else(|| panic!("no {to} after {from}"));
    &page[start..start + length]
}

#[test]
fn the_page_has_every_theorem_under_its_paper_and_loads_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = small_page(folder.path());
    let first = between(&page, "data-paper=\"First\"", "<section class=\"paper\"");
    assert!(first.contains("First: A paper on &lt;b&gt; &amp; &quot;quotes&quot;"));
    for part in ["halves", "Thm 3", "x&lt;y & y&lt;x", "counterexample: x = 4", "expected TRUE"] {
        assert!(first.contains(part), "{part}");
    }
    let second = between(&page, "data-paper=\"Second\"", "</main>");
    assert!(
        second.contains("all_even") && second.contains("Lemma 1") && second.contains("claimed to be FALSE, and it is")
    );
    assert!(!second.contains("halves"));
    // What cites nothing stands with the paper that most of the file cites: the kernel, its board, the word.
    assert!(first.contains("kernel of K: "));
    assert!(between(first, "<b>$P</b>", "</details>").contains("class=\"board\""));
    assert!(between(first, "<b>F</b>", "</details>").contains("class=\"run l1\""));
    assert!(between(first, "<b>$even</b>", "</details>").contains("class=\"automaton\""));
    // A theorem is credited with what it cites alone.
    let uncited = between(&page, "data-paper=\"-\"", "</main>");
    assert!(uncited.contains("ERROR") && uncited.contains("letters") && !first.contains(">letters<"));
    // One style for all pictures, and no address but the names of XML.
    assert_eq!(page.matches("<style>").count(), 1);
    assert_eq!(page.matches("http").count(), 1, "http-equiv");
}

/// A script with each kind of message: lints at a theorem and at a definition, errors of reading and of meaning.
const MESSAGES: &str = "theorem never \"?msd_fib Ap,q (p<q & q<p) => p=3\":\n\
    theorem sound \"?msd_fib Ax x<x+1\":\n\
    def odd \"?msd_fib Ey,z x=y+y+1\":\n\
    theorem broken \"?msd_fib Ax x<\":\n\
    theorem typo \"?msd_fib Ax $od(x)\":\n\
    kernel Q of Wythof:\n";

/// The page about one script, made by its path from the root; the page, and the folder as it is called.
fn page_by_path(folder: &Path, script: &str) -> (String, String) {
    let folder = folder.canonicalize().expect("the folder");
    std::fs::create_dir_all(folder.join("home/proofs")).expect("a folder");
    let file = folder.join("home/proofs/a.prf");
    std::fs::write(&file, script).expect("a file");
    let site = folder.join("site");
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    command.arg("prove").arg(&file).arg("--html").arg(&site).current_dir(folder.join("home"));
    command.env("SOURCE_DATE_EPOCH", "951782400").output().expect("filbert runs");
    let page = std::fs::read_to_string(site.join("index.html")).expect("the page");
    (page, folder.display().to_string())
}

#[test]
fn a_lint_stands_at_its_theorem_and_diagnostics_are_html() {
    let folder = tempfile::tempdir().expect("a folder");
    let (page, _) = page_by_path(folder.path(), MESSAGES);
    let card = |name: &str| between(&page, &format!("<h4>{name}</h4>"), "</article>");
    assert!(page.contains("<em class=\"badge\">vacuous-premise</em><h4>never</h4>"), "{page}");
    assert!(card("never").contains("<mark>p&lt;q &amp; q&lt;p</mark>"), "{}", card("never"));
    assert!(!card("sound").contains("finding"));
    let odd = between(&page, "<b>$odd</b>", "</details>");
    assert!(odd.contains("badge\">unused-variable<") && odd.contains("bound here"), "{odd}");
    assert!(card("broken").contains("class=\"diagnostic\"") && card("typo").contains("<mark>$od</mark>"));
    assert!(card("typo").contains("did you mean <code>$odd</code>?"), "{}", card("typo"));
    // Nothing is drawn with letters.
    assert!(!page.contains(",-[") && !page.contains("`--"));
}

#[test]
fn a_page_says_where_it_comes_from_and_not_on_which_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let (page, place) = page_by_path(folder.path(), MESSAGES);
    assert!(!page.contains(&place), "{place}");
    let footer = between(&page, "<footer", "</footer>");
    assert!(footer.contains("<time datetime=\"2000-02-29\">"), "{footer}");
    assert!(footer.contains("<code>filbert prove proofs/a.prf --html site</code>"), "{footer}");
    let entry = page_hash(MESSAGES.as_bytes());
    assert!(footer.contains(&entry) && page.contains(&format!("title=\"{entry}\"")), "{footer}");
}

fn page_hash(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_page_that_cannot_be_written_is_said_to_be() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.prf"), "theorem t \"Ax x=x\":").expect("a file");
    let output = prove(folder.path(), &["a.prf", "--html", "a.prf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: a.prf"));
}

/// The arguments of Chromium that print a page as it is after its scripts, and its console.
fn browser(url: &str, action: &str) -> Option<Output> {
    browser_with(url, &[action])
}

fn browser_with(url: &str, actions: &[&str]) -> Option<Output> {
    let profile = tempfile::tempdir().expect("a folder");
    let mut command = Command::new("chromium");
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"])
        .args(["--enable-logging=stderr", "--window-size=1300,3000", "--timeout=20000"])
        .args(actions)
        .arg(url)
        .arg(format!("--user-data-dir={}", profile.path().display()));
    programs::output(&mut command)
}

/// What the console of the browser says.
fn console(output: &Output) -> Vec<String> {
    let log = String::from_utf8_lossy(&output.stderr);
    log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect()
}

#[test]
fn a_browser_opens_the_page_by_path_and_searches_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = small_page(folder.path());
    // As a reader would: type, choose, and ask for all again; the counts are noted in the title.
    let reader = "<script>\
        const set = (id, value) => { const control = document.getElementById(id); control.value = value;\
          control.dispatchEvent(new Event('input', { bubbles: true })); };\
        const seen = [];\
        const note = () => seen.push([document.getElementById('shown').textContent,\
          [...document.querySelectorAll('.statement:not([hidden]) h4')].map(h => h.textContent).join('+'),\
          document.querySelectorAll('section.paper:not([hidden])').length].join('|'));\
        note(); set('search', 'thm HALVES'); note(); set('search', ''); set('verdict', 'fails'); note();\
        set('verdict', 'undecided'); note(); set('verdict', ''); set('paper', 'Second'); note();\
        set('search', 'nowhere'); note(); document.getElementById('reset').click(); note();\
        set('paper', '-'); note();\
        document.body.dataset.seen = seen.join('; ');\
        </script></body>";
    let read = folder.path().join("read.html");
    std::fs::write(&read, page.replace("</body>", reader)).expect("a file");
    let Some(output) = browser(&format!("file://{}", read.display()), "--dump-dom") else { return };
    assert_eq!(console(&output), [""; 0]);
    let dom = String::from_utf8_lossy(&output.stdout);
    let all = "halves+all_even"; // The order of papers is that of their names.
    let seen = between(&dom, "data-seen=\"", "\">").trim_start_matches("data-seen=\"").to_owned();
    let seen: Vec<&str> = seen.split("; ").collect();
    assert_eq!(seen.len(), 8, "{dom}");
    assert!(seen[0].starts_with("6 of 6 shown|"), "{}", seen[0]);
    assert_eq!(seen[1], "1 of 6 shown|halves|1");
    assert_eq!(seen[2], "1 of 6 shown|wrong|1");
    assert_eq!(seen[3], "1 of 6 shown|broken|1");
    assert_eq!(seen[4], "1 of 6 shown|all_even|1");
    assert_eq!(seen[5], "0 of 6 shown||0");
    assert!(seen[6].starts_with("6 of 6 shown|") && all.split('+').all(|name| seen[6].contains(name)));
    // Without a source: what cites nothing, and nothing else.
    assert_eq!(seen[7], "2 of 6 shown|letters+broken|1");
    // A search in the address is one that can be sent.
    let url = format!("file://{}#q=letters", folder.path().join("site/deep/index.html").display());
    let Some(output) = browser(&url, "--dump-dom") else { return };
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 of 6 shown"));
}

/// How many pixels a page is too wide at this width, which no window of Chromium has: a frame has it.
pub(crate) fn overflow(page: &str, folder: &Path, wide: usize) -> Option<String> {
    let told = "<script>for (const part of document.querySelectorAll('details')) part.open = true;\
        const most = document.documentElement.clientWidth;\
        const far = [...document.body.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > most + 1\
          && !one.closest('figure, aside svg, .shared, .skip, .scroll'));\
        parent.postMessage([innerWidth, document.documentElement.scrollWidth - most,\
          far.slice(0, 3).map(one => one.outerHTML.slice(0, 80)).join(' ')].join(' '), '*');</script></body>";
    std::fs::write(folder.join("framed.html"), page.replace("</body>", told)).expect("a file");
    let frame = format!(
        "<body><script>onmessage = event => {{ document.body.dataset.seen = event.data; }};</script>\
         <iframe src=\"framed.html\" style=\"border:0\" width=\"{wide}\" height=\"2000\"></iframe></body>"
    );
    std::fs::write(folder.join("frame.html"), frame).expect("a file");
    let output = browser(&format!("file://{}", folder.join("frame.html").display()), "--dump-dom")?;
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(between(&dom, "data-seen=\"", "\">").trim_start_matches("data-seen=\"").to_owned())
}

#[test]
fn a_page_fits_a_phone_and_boards_are_beside_theorems_where_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder");
    for page in [small_page(folder.path()), page_by_path(folder.path(), MESSAGES).0] {
        for wide in [400, 1280] {
            let Some(seen) = overflow(&page, folder.path(), wide) else { return };
            assert_eq!(seen, format!("{wide} 0 "));
        }
    }
    let page = small_page(folder.path());
    let places = "<script>const box = one => document.querySelector(one).getBoundingClientRect();\
        const board = box('aside svg.board'), card = box('.beside .statement');\
        document.body.dataset.seen = [board.left > card.right, board.top < card.bottom, board.right <= innerWidth].join(' ');\
        </script></body>";
    let read = folder.path().join("read.html");
    std::fs::write(&read, page.replace("</body>", places)).expect("a file");
    let Some(output) = browser(&format!("file://{}", read.display()), "--dump-dom") else { return };
    let dom = String::from_utf8_lossy(&output.stdout);
    assert!(dom.contains("data-seen=\"true true true\""), "{}", between(&dom, "<body", ">"));
}

/// Violations that axe-core, where it is to be had, finds in a page, with the box for notation checked or not.
pub(crate) fn violations(page: &str, folder: &Path, dark: bool) -> Option<String> {
    let Some(axe) = std::env::var_os("FILBERT_AXE") else {
        programs::lacks("axe-core, by FILBERT_AXE");
        return None;
    };
    let axe = std::fs::read_to_string(axe).expect("axe-core");
    let check = "document.getElementById('notation')?.click(); for (const part of document.querySelectorAll('details')) part.open = true;\
        document.body.dataset.scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';\
        axe.run(document, { resultTypes: ['violations'] }).then(found => { document.body.dataset.found = 'found ' +\
        found.violations.filter(one => ['serious', 'critical'].includes(one.impact)).map(one => one.id + ' ' +\
        one.nodes.slice(0, 3).map(node => node.target + ' ' + node.failureSummary).join(' | ')).join('; ') + '.'; });";
    let page = page.replace("</body>", &format!("<script>{axe}</script><script>{check}</script></body>"));
    let read = folder.join("axe.html");
    std::fs::write(&read, page).expect("a file");
    let scheme =
        if dark { "--blink-settings=preferredColorScheme=0" } else { "--blink-settings=preferredColorScheme=1" };
    let output = browser_with(&format!("file://{}", read.display()), &["--dump-dom", scheme])?;
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(dom.contains("data-scheme=\"dark\""), dark, "the colours asked for");
    let found = dom.split("data-found=\"found ").nth(1).unwrap_or_else(|| panic!("axe-core did not end: {dom}"));
    Some(found.split(".\">").next().unwrap_or_default().to_owned())
}

#[test]
fn everybody_can_read_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    for page in [small_page(folder.path()), page_by_path(folder.path(), MESSAGES).0] {
        for dark in [false, true] {
            let Some(found) = violations(&page, folder.path(), dark) else { return };
            assert_eq!(found, "");
        }
    }
}

/// The page of the proofs: that of `FILBERT_PAGE`, relative to the root, or one made here of some of them.
#[test]
fn the_page_of_the_proofs_is_small_and_a_browser_draws_it_without_complaint() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = match std::env::var_os("FILBERT_PAGE") {
        Some(page) => root.join(page),
        None => {
            let to = folder.path().to_str().expect("a path");
            let output = prove(root, &["proofs/wythoff/k3.prf", "proofs/splithoff", "--html", to]);
            assert_eq!(output.status.code(), Some(0));
            folder.path().join("index.html")
        }
    };
    // Two kilobytes for each of some 2,000 theorems, pictures included.
    assert!(std::fs::metadata(&page).expect("the page").len() < 5_000_000);
    let picture = folder.path().join("page.png");
    let action = format!("--screenshot={}", picture.display());
    let Some(output) = browser(&format!("file://{}", page.display()), &action) else { return };
    assert_eq!(console(&output), [""; 0]);
    // A blank page of this size has some 10 kB.
    assert!(std::fs::metadata(&picture).expect("a picture").len() > 100_000);
}
