import { Copy } from "../../ui/trace-id.tsx";
import classes from "./run.module.css";

/** A value as JSON, with a button that copies it. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className={classes.json}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must take the focus */}
      <section tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <Copy text={text} what="JSON" />
    </div>
  );
}
