export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs one task at a time over all tabs of this browser. Without Web Locks (plain http), over this tab. */
export function createExclusive(name: string): Exclusively {
  // The types promise Web Locks, but browsers provide them only on https and localhost.
  const locks: LockManager | undefined = navigator.locks;
  let tail: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    // The types say Awaited<T>, which for a promise of T is T.
    if (locks) return locks.request(name, work) as Promise<T>;
    const turn = tail.then(work, work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}
