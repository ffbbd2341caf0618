import { Anchor } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";

/** A link to the execution of a runbook. Its page belongs to another feature. */
export function ExecutionLink({ reference }: { reference: string }) {
  const { history } = useRouter();
  const href = `/executions/${encodeURIComponent(reference)}`;
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.push(href);
  };
  return (
    <Anchor href={href} fz="inherit" onClick={open}>
      {reference.startsWith("EXE-") ? reference : "Open the execution"}
    </Anchor>
  );
}
