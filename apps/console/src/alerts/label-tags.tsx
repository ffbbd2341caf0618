import classes from "./alerts.module.css";

interface LabelTagsProps {
  labels: Readonly<Record<string, string>>;
  /** A click on a label; without it labels are only shown. */
  onPick?: (label: string) => void;
  max?: number;
}

/** The labels of an alert: `host=web-1`. */
export function LabelTags({ labels, onPick, max = Number.POSITIVE_INFINITY }: LabelTagsProps) {
  const all = Object.entries(labels).map(([name, value]) => ({ name, value, text: `${name}=${value}` }));
  const more = all.slice(max);
  if (all.length === 0) return null;
  return (
    <span className={classes.labels}>
      {all.slice(0, max).map(({ name, value, text }) => {
        const words = (
          <>
            <span className="dim">{name}=</span>
            {value}
          </>
        );
        return onPick ? (
          <button
            key={name}
            type="button"
            className={classes.label}
            title={`Show only alerts with ${text}`}
            onClick={() => onPick(text)}
          >
            {words}
          </button>
        ) : (
          <span key={name} className={classes.label} title={text}>
            {words}
          </span>
        );
      })}
      {more.length > 0 ? (
        <span className="dim" title={more.map(({ text }) => text).join("\n")}>
          +{more.length}
        </span>
      ) : null}
    </span>
  );
}
