interface Version {
  major: number;
  minor: number;
  patch: number;
}

function parse(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split(/[-+]/)[0]?.split(".").map(Number) ?? [];
  return { major, minor, patch };
}

function compare(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  // A version with a suffix comes before the release of the same numbers.
  return (
    a.major - b.major ||
    a.minor - b.minor ||
    a.patch - b.patch ||
    Number(other.includes("-")) - Number(one.includes("-"))
  );
}

export function newest(versions: readonly (string | null)[]): string | null {
  return versions.reduce(
    (best, each) => (each !== null && (best === null || compare(each, best) > 0) ? each : best),
    null,
  );
}

/** Minor versions between the two; null when the major versions differ. */
export function minorsBehind(version: string | null, latest: string | null): number | null {
  if (version === null || latest === null) return null;
  const [a, b] = [parse(version), parse(latest)];
  return a.major === b.major ? Math.max(0, b.minor - a.minor) : null;
}
