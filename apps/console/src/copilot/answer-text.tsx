import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Markdown } from "../ui/markdown.tsx";
import type { Answered } from "./use-conversation.ts";

/** The markdown of an answer. Only links to what it cites are links, and they open in place. */
export function AnswerText({ source, citations }: { source: string; citations: Answered["citations"] }) {
  const { history } = useRouter();
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = text.current;
    const open = (event: MouseEvent) => {
      const anchor = event.target instanceof Element ? event.target.closest("a") : null;
      const href = anchor?.getAttribute("href") ?? "";
      if (!href.startsWith("/") || href.startsWith("//")) return;
      // The browser opens other tabs and windows itself.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      history.push(href);
    };
    element?.addEventListener("click", open);
    return () => element?.removeEventListener("click", open);
  }, [history]);
  return (
    <div ref={text}>
      <Markdown source={withoutOtherLinks(source, citations)} />
    </div>
  );
}

/** A link that no citation has becomes its text, for every engine. */
export function withoutOtherLinks(source: string, citations: Answered["citations"]): string {
  const cited = new Set(citations.map(({ link }) => link));
  return source
    .replace(/(?<!\\)\[((?:[^\]\\]|\\.){0,999})\]\(([^)]{0,2000})\)/g, (whole, label: string, target: string) =>
      cited.has(decoded(target)) || cited.has(target) ? whole : label,
    )
    .replace(/^(\s{0,3}\[[^\]]{1,999}\]):/gm, "$1 :");
}

function decoded(target: string): string {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}
