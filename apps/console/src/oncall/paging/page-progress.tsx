import type { OnCallPage } from "@opsplane/contract";
import { unansweredWords } from "../../records/unanswered-mark.tsx";
import { useTicking } from "../../time/ticking.ts";
import { StatusMark } from "../../ui/status-mark.tsx";
import { Tag } from "../../ui/tag.tsx";
import { nextText, pageLooks, stepText } from "./page-words.ts";

/** The state of a page, and when its next step follows. That nobody answers now is said in red near it. */
export function PageProgress({ page }: { page: OnCallPage }) {
  const now = useTicking(page.status === "active");
  const look = pageLooks[page.status];
  return (
    <>
      <StatusMark look={look}>{look.word}</StatusMark>
      {page.reach === "unreached" && page.unanswered === null ? (
        <Tag tone="bad">{unansweredWords.unreached}</Tag>
      ) : null}
      <span>{stepText(page)}</span>
      {page.status === "active" && page.next_at ? <span className="dim">{nextText(page, now)}</span> : null}
    </>
  );
}
