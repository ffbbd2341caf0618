import DOMPurify from "dompurify";
import MarkdownIt from "markdown-it";
import { useMemo } from "react";
import classes from "./markdown.module.css";

/** Markdown as safe HTML: no raw HTML, no scripts, links open in a new tab. */
export function Markdown({ source }: { source: string }) {
  const html = useMemo(() => ({ __html: render(source) }), [source]);
  // The HTML comes from markdown-it with html off and passes DOMPurify.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
  return <div className={classes.markdown} dangerouslySetInnerHTML={html} />;
}

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

// Images become links, because a remote image would reveal to its server who reads the page.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const { escapeHtml } = markdown.utils;
  return `<a href="${escapeHtml(String(token?.attrGet("src") ?? ""))}">${escapeHtml(token?.content || "image")}</a>`;
};

function render(source: string): string {
  const fragment = DOMPurify.sanitize(markdown.render(source), {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ["style", "form", "input", "img"],
    FORBID_ATTR: ["style", "class", "id"],
  });
  for (const link of fragment.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
  for (const scrolls of fragment.querySelectorAll("pre, table")) scrolls.setAttribute("tabindex", "0");
  const holder = document.createElement("div");
  holder.append(fragment);
  return holder.innerHTML;
}
