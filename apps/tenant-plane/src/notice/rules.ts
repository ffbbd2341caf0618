import type { Notice } from "@opsplane/contract";

export const noNotice: Notice = {
  text: "",
  level: "info",
  ends_at: null,
  updated_by: "",
  updated_at: null,
  version: 0,
};

/** The notice is hidden from `ends_at` on. */
export function shownNotice(notice: Notice | undefined, now: Date): Notice {
  if (!notice) return noNotice;
  const isOver = notice.ends_at !== null && Date.parse(notice.ends_at) <= now.getTime();
  return isOver ? { ...noNotice, version: notice.version } : notice;
}
