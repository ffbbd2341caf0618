/** What decoded rows may take in memory while they wait for the store: it can be a thousand times what their bodies took. */
export interface Room {
  /** Whether there is room for so many bytes; if so, they are taken. One request always has room, however large. */
  take(bytes: number): boolean;
  give(bytes: number): void;
  taken(): number;
}

export function openRoom(most: number): Room {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken > 0 && taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => {
      taken -= bytes;
    },
    taken: () => taken,
  };
}
