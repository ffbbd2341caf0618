import classes from "./snippet.module.css";
import { Copy } from "./trace-id.tsx";

interface SnippetProps {
  /** The file or shell that the text is for. */
  where: string;
  text: string;
  /** Named by the button that copies it. */
  what: string;
}

/** Text to paste elsewhere. */
export function Snippet({ where, text, what }: SnippetProps) {
  return (
    <>
      <p className={classes.where}>{where}.</p>
      <div className={classes.snippet}>
        <pre>{text}</pre>
        <Copy text={text} what={what} />
      </div>
    </>
  );
}
