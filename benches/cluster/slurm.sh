#!/bin/sh
# A cluster of one node with two processors, and a plan run on it: `benches/cluster/slurm.sh [SCRIPTS...]`, by default the
# proofs of Wythoff's games. Run as root, for the daemons; needs Debian's slurm-wlm and munge, and from PyPI snakemake and
# snakemake-executor-plugin-slurm (FILBERT_SNAKEMAKE, or `snakemake`). No accounting database is needed: how jobs
# are, Snakemake asks `squeue`.
#
# On a cluster that there is, only the last two commands are needed, in a folder that all its machines see.
# Everything else is in a folder of its own, which is removed at the end, and the daemons end with this script.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
filbert=${FILBERT_PROGRAM:-$source/target/release/filbert}
snakemake=${FILBERT_SNAKEMAKE:-snakemake}
[ $# -gt 0 ] || set -- "$source/proofs/wythoff"
for program in munged slurmctld slurmd "$filbert" "$snakemake"; do
    command -v "$program" >/dev/null || { echo "error: no $program" >&2; exit 2; }
done

# The plan is made and run elsewhere.
filbert=$(realpath "$(command -v "$filbert")")
for path; do
    shift
    set -- "$@" "$(realpath "$path")"
done

folder=$(mktemp -d)
# Its jobs start it again, by the Python beside it.
PATH=$(dirname "$(command -v "$snakemake")"):$PATH
export SLURM_CONF="$folder/slurm.conf"
end() {
    for daemon in slurmd slurmctld munged; do
        [ -f "$folder/$daemon.pid" ] || continue
        process=$(cat "$folder/$daemon.pid")
        # What it still writes would come after its folder is gone.
        while kill "$process" 2>/dev/null; do sleep 0.2; done
    done
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

# Who comes over the network must know this key; here nobody does.
dd if=/dev/urandom of="$folder/key" bs=128 count=1 2>/dev/null
chmod 700 "$folder"
chmod 400 "$folder/key"
mkdir "$folder/state" "$folder/spool" "$folder/programs"
munged --force --key-file="$folder/key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munged.log" --seed-file="$folder/seed"

host=$(hostname -s)
memory=$(awk '/MemTotal/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
cat > "$SLURM_CONF" <<END
ClusterName=filbert
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=$memory State=UNKNOWN
PartitionName=proofs Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
# Within a job Snakemake forgets where the configuration is, which on other clusters is where Slurm looks for it.
printf '#!/bin/sh\nSLURM_CONF=%s exec %s "$@"\n' "$SLURM_CONF" "$(command -v srun)" > "$folder/programs/srun"
chmod +x "$folder/programs/srun"
PATH=$folder/programs:$PATH
slurmctld
slurmd
for second in $(seq 60); do
    [ "$(sinfo --noheader --format=%t 2>/dev/null)" != idle ] || break
    [ "$second" != 60 ] || { echo 'error: the node does not come up' >&2; cat "$folder"/*.log >&2; exit 1; }
    sleep 1
done

mkdir "$folder/run"
cd "$folder/run"
"$filbert" plan "$@" --program "$filbert" --format snakemake --out Snakefile
snakemake --executor slurm --slurm-status-command squeue --slurm-init-seconds-before-status-checks 2 \
    --seconds-between-status-checks 2 --jobs 2 --latency-wait 10 --default-resources slurm_partition=proofs mem_mb=1000 runtime=30 || {
    code=$?
    find .snakemake/slurm_logs -name '*.log' -exec cat {} + >&2
    exit $code
}
"$filbert" merge filbert-run/report.json
