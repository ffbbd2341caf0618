interface RunningVersion {
  tp_version: string | null;
  minors_behind: number | null;
}

/** How far a version is behind the newest one. */
export function behindText({ tp_version, minors_behind }: RunningVersion, newest: string | null): string {
  if (tp_version === null || newest === null) return "unknown";
  if (tp_version === newest) return "newest";
  if (minors_behind === null) return "another major version";
  if (minors_behind === 0) return "another patch";
  return `${minors_behind} minor ${minors_behind === 1 ? "version" : "versions"}`;
}
