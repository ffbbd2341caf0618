import { type Severity, severities } from "@opsplane/contract";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./policy.module.css";
import type { PolicyDraft } from "./policy-draft.ts";
import { courseOf, type Moment, momentText } from "./policy-words.ts";

/** What happens for each severity when no one acknowledges. Severities with the same course are shown together. */
export function CoursePanel({ draft }: { draft: Pick<PolicyDraft, "steps" | "repeat"> }) {
  const courses = new Map<string, { course: Moment[]; for: Severity[] }>();
  for (const severity of severities) {
    const course = courseOf(draft.steps, draft.repeat, severity);
    const key = JSON.stringify(course);
    const known = courses.get(key) ?? { course, for: [] };
    courses.set(key, { ...known, for: [...known.for, severity] });
  }
  return (
    <Panel title="What happens">
      <div className={classes.courses}>
        {[...courses.values()].map(({ course, for: fitting }) => (
          <div key={fitting.join()}>
            <div className={classes.chips}>
              {fitting.map((severity) => (
                <SeverityBadge key={severity} severity={severity} />
              ))}
            </div>
            <ol className={classes.course}>
              {course.map(({ at, text }) => (
                <li key={`${at} ${text}`}>
                  <span className="dim">{momentText(at)}</span> {text}
                </li>
              ))}
            </ol>
          </div>
        ))}
        <p className={classes.hint}>An acknowledgment of the incident stops it at any time.</p>
      </div>
    </Panel>
  );
}
