import type { Checksum } from "@opsplane/contract/control-plane";

/** The checksums in a text as `sha256sum` writes it; undefined if a line is something else. */
export function checksumsIn(text: string): Checksum[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const found = lines.flatMap((line) => {
    const [, sha256, name] = /^([0-9a-f]{64})\s+\*?(\S+)$/.exec(line) ?? [];
    return sha256 && name ? [{ name, sha256 }] : [];
  });
  return found.length === lines.length ? found : undefined;
}
