import { Anchor } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface HrefLinkProps {
  href: string;
  /** Underlined, because color alone does not set it off from the sentence. */
  inText?: boolean;
  children: ReactNode;
}

/** A link to a page of the console whose address comes from the server. */
export function HrefLink({ href, inText = false, children }: HrefLinkProps) {
  const { history } = useRouter();
  const open = (event: MouseEvent) => {
    // The browser opens other tabs and windows itself.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(href);
  };
  return (
    <Anchor href={isPage(href) ? href : "/"} inherit underline={inText ? "always" : "hover"} onClick={open}>
      {children}
    </Anchor>
  );
}

function isPage(href: string): boolean {
  return href.startsWith("/") && !href.startsWith("//");
}
