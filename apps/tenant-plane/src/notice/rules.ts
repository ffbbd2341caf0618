import type { Notice } from "@opsplane/contract";

export const noNotice: Notice = {
  text: "",
  level: "info",
  ends_at: null,
  updated_by: "",
  updated_at: null,
  version: 0,
};

/** A notice is over at the very time that it ends. */
export function shownNotice(notice: Notice | undefined, now: Date): Notice {
  if (!notice) return noNotice;
  const isOver = notice.ends_at !== null && Date.parse(notice.ends_at) <= now.getTime();
  return isOver ? { ...noNotice, version: notice.version } : notice;
}
