interface ScrollPosition {
  offset: number;
  cursor: number;
}

const start: ScrollPosition = { offset: 0, cursor: -1 };

/** The last position in a list, so that coming back from a record continues there. One list is kept. */
export function recallPosition(list: string): ScrollPosition {
  try {
    const kept: ScrollPosition & { list?: string } = JSON.parse(
      sessionStorage.getItem("opsplane-list-position") ?? "{}",
    );
    return kept.list === list ? { offset: Number(kept.offset) || 0, cursor: Number(kept.cursor) } : start;
  } catch {
    return start;
  }
}

export function rememberPosition(list: string, position: ScrollPosition) {
  sessionStorage.setItem("opsplane-list-position", JSON.stringify({ list, ...position }));
}
