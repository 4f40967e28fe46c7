//! Code shared by the benches of the tables.

use hopsow_core::search::cpu_time;

/// CPU time and peak memory of this process, where the system tells.
pub fn usage() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    format!("{:.2} s CPU, {peak}", cpu_time().as_secs_f64())
}
