import type { AffectedItem, Direction } from "@opsplane/contract";
import { Fragment } from "react";
import classes from "./impact-tab.module.css";
import { stepWords } from "./relation-words.ts";

/** The path of a failure: "db-1 → is needed by → web". */
export function ImpactPath({ path, direction }: { path: AffectedItem["path"]; direction: Direction }) {
  return (
    <span className={classes.path}>
      {path.map(({ id, name, relation }) => (
        <Fragment key={id}>
          {relation ? (
            <>
              {" "}
              <span className="dim">→ {stepWords(relation, direction)} →</span>{" "}
            </>
          ) : null}
          {name}
        </Fragment>
      ))}
    </span>
  );
}
