import type { OnCallPage, Unanswered } from "@opsplane/contract";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { UnansweredMark, unansweredWords } from "../../records/unanswered-mark.tsx";
import { TextLink } from "../../ui/links.tsx";
import { AcknowledgeButton, PageMoves } from "./page-moves.tsx";
import { PageProgress } from "./page-progress.tsx";
import { notifiedNames } from "./page-words.ts";
import classes from "./paging.module.css";

/** Open pages: the incident, where the escalation is, and who was paged. */
export function OpenPageList({ label, pages }: { label: string; pages: readonly OnCallPage[] }) {
  return (
    <ul className={classes.openPages} aria-label={label}>
      {pages.map((page) => {
        const paged = notifiedNames(page.notifications);
        return (
          <li key={page.id} className={classes.openPage}>
            <div>
              {page.incident ? (
                <span className={classes.incident}>
                  <SeverityBadge severity={page.incident.severity} />
                  <TextLink
                    size="sm"
                    to="/incidents/$reference"
                    params={{ reference: page.incident.reference }}
                    lineClamp={2}
                  >
                    {page.incident.reference}: {page.incident.title}
                  </TextLink>
                </span>
              ) : null}
              <span className={classes.facts}>
                <span>{page.name}</span>
                <PageProgress page={page} />
                <span className="dim">
                  {paged.length > 0
                    ? `${page.reach === "unreached" ? "Tried" : "Paged"} ${paged.join(", ")}`
                    : "Reached no one yet"}
                </span>
              </span>
              {page.unanswered ? <UnansweredLine page={page} kind={page.unanswered} /> : null}
            </div>
            <div className={classes.moves}>
              {page.status === "active" ? <PageMoves page={page} /> : <AcknowledgeButton page={page} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function UnansweredLine({ page: { reasons }, kind }: { page: OnCallPage; kind: Unanswered }) {
  return (
    <div className={classes.unansweredLine}>
      <UnansweredMark kind={kind} />
      <span>
        <b>{unansweredWords[kind]}.</b> {reasons.join(" ")}
      </span>
    </div>
  );
}
