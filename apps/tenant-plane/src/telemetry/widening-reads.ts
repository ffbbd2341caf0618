const hour = 3_600_000;
/** Beyond this distance, the rest is one slice. */
const farthest = 30 * 24 * hour;

/**
 * Reads a range in growing time slices and stops at `limit` rows, because ClickHouse opens every part of the range it is given.
 * The fewer rows were found, the longer is the next slice. `read` gets the distances of a slice from the start, and the rows found so
 * far. `reach` is the length of the range and may be infinite.
 */
export async function readInWideningSteps<Row>(
  reach: number,
  limit: number,
  read: (near: number, far: number, found: readonly Row[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  let [near, far] = [0, hour];
  for (;;) {
    // A short remainder is read together with this slice.
    if (far * 2 > reach || far > farthest) far = reach;
    found.push(...(await read(near, far, found)));
    if (found.length >= limit || far >= reach) return found;
    near = far;
    far *= Math.min(24, Math.max(4, (2 * limit) / found.length));
  }
}
