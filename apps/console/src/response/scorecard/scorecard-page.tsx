import { SegmentedControl } from "@mantine/core";
import { type RcaScorecard, rcaOutcomes, scorecardPeriods } from "@opsplane/contract";
import { IconTargetArrow } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useCan } from "../../session/context.tsx";
import { Face } from "../../ui/faces.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { optionsOf, wordsOf } from "../../ui/words.ts";
import { useScorecard } from "../queries.ts";
import { Figures } from "./figures.tsx";
import { JudgmentsPanel } from "./judgments-panel.tsx";
import classes from "./scorecard.module.css";
import { TrendPanel } from "./trend-panel.tsx";
import { type Span, spans, spanWords, startOfSpan } from "./words.ts";

const route = getRouteApi("/scorecard");
const title = "RCA scorecard";

export function ScorecardPage() {
  return useCan()("incidents:read") ? <Scorecard /> : <ForbiddenPage title={title} needs="incidents:read" />;
}

/** Weeks of a year are too narrow, and months of a quarter too few. */
const usualPeriod: Record<Span, RcaScorecard["by"]> = { "30d": "week", "90d": "week", "365d": "month", all: "month" };

function Scorecard() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  const [now] = useState(() => Date.now());
  const span = wordsOf(spans, search.range)[0] ?? "90d";
  const by = wordsOf(scorecardPeriods, search.by)[0] ?? usualPeriod[span];
  const card = useScorecard(span, by);
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Time"
            data={optionsOf(spans, spanWords)}
            value={span}
            onChange={(chosen) => change({ range: chosen === "90d" ? undefined : chosen, by: undefined })}
          />
        }
      />
      <p className={classes.intro}>How often root-cause analysis named the cause that a person confirmed.</p>
      <QueryFace query={card} isEmpty={isEmpty} empty={<NothingJudged span={span} />}>
        {(found) => (
          <div className={classes.parts}>
            <Figures card={found} />
            <TrendPanel
              card={found}
              from={startOfSpan(span, now)}
              now={now}
              onPeriod={(chosen) => change({ by: chosen === usualPeriod[span] ? undefined : chosen })}
            />
            <JudgmentsPanel
              span={span}
              outcomes={wordsOf(rcaOutcomes, search.outcome)}
              onOutcomes={(outcomes) => change({ outcome: outcomes.join(",") || undefined })}
            />
          </div>
        )}
      </QueryFace>
    </div>
  );
}

function isEmpty({ confirmed, undecided }: RcaScorecard): boolean {
  return confirmed + undecided === 0;
}

function NothingJudged({ span }: { span: Span }) {
  return (
    <Face
      icon={<IconTargetArrow size={20} />}
      title={span === "all" ? "No judged incidents yet" : `No judged incidents in the last ${spanWords[span]}`}
      actions={
        <ButtonLink to="/incidents" search={{ status: "resolved,closed" }} variant="default">
          Resolved incidents
        </ButtonLink>
      }
    >
      Open an incident, look at its analysis, and choose <b>This was it</b> or <b>Was not</b> below a cause. When the
      cause is missing, choose <b>None of these was it</b> and say what it was.
    </Face>
  );
}
