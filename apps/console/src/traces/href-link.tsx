import { Anchor } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

/** A link by its address, for pages whose search parameters are not typed here. */
export function HrefLink({ href, children }: { href: string; children: ReactNode }) {
  const { history } = useRouter();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    history.push(href);
  };
  return (
    <Anchor fz="inherit" href={href} onClick={open}>
      {children}
    </Anchor>
  );
}
