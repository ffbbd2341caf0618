interface Place {
  offset: number;
  cursor: number;
}

const nowhere: Place = { offset: 0, cursor: -1 };

/** Where one was in a list, so that coming back from a record continues there. One list is kept. */
export function recallPlace(list: string): Place {
  try {
    const kept: Place & { list?: string } = JSON.parse(sessionStorage.getItem("opsplane-list-place") ?? "{}");
    return kept.list === list ? { offset: Number(kept.offset) || 0, cursor: Number(kept.cursor) } : nowhere;
  } catch {
    return nowhere;
  }
}

export function rememberPlace(list: string, place: Place) {
  sessionStorage.setItem("opsplane-list-place", JSON.stringify({ list, ...place }));
}
