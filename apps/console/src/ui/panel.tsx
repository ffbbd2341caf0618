import { type ReactNode, useId } from "react";
import classes from "./record-page.module.css";

interface PanelProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, action, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.panelHead}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className={classes.panelBody}>{children}</div>
    </section>
  );
}
