const hour = 3_600_000;
/** Beyond this, all the rest is one stretch. */
const farthest = 30 * 24 * hour;

/**
 * Reads a stretch of time after the other, away from where it begins, until there is enough: the engine opens every part of the time
 * that it is asked about, however few rows are wanted of it. How much longer the next stretch is follows from how few rows there were.
 * `read` is asked for what lies between two distances, and told what there was nearer; the last distance is `reach`, which may be infinite.
 */
export async function readInWideningSteps<Row>(
  reach: number,
  limit: number,
  read: (near: number, far: number, found: readonly Row[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  let [near, far] = [0, hour];
  for (;;) {
    // A short rest is not worth a statement of its own.
    if (far * 2 > reach || far > farthest) far = reach;
    found.push(...(await read(near, far, found)));
    if (found.length >= limit || far >= reach) return found;
    near = far;
    far *= Math.min(24, Math.max(4, (2 * limit) / found.length));
  }
}
