import { VisuallyHidden } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, note, actions }: PageHeaderProps) {
  const heading = usePageHeading(title);
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {note ? <span className={classes.note}>{note}</span> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}

/** A heading for screen readers and the tab, on pages that only show a face. */
export function HiddenHeading({ title }: { title: string }) {
  const heading = usePageHeading(title);
  return (
    <VisuallyHidden component="h1" ref={heading} tabIndex={-1}>
      {title}
    </VisuallyHidden>
  );
}

/** Names the tab and, after a navigation, focuses the heading, so that screen readers start there. */
export function usePageHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { history } = useRouter();
  useEffect(() => {
    document.title = title ? `${title} · Opsplane` : "Opsplane";
  }, [title]);
  useEffect(() => {
    // The first page keeps the browser's own focus, before the skip link.
    if (history.location.state.__TSR_index > 0) heading.current?.focus({ preventScroll: true });
  }, [history]);
  return heading;
}
