import type { RcaRate, RcaScorecard } from "@opsplane/contract";
import { type Stat, StatTiles } from "../../explore/stat-tiles.tsx";
import { minForRate, percent, rateText } from "./rate-text.ts";
import classes from "./scorecard.module.css";

export function Figures({ card }: { card: RcaScorecard }) {
  const { confirmed, unnamed, undecided, mean_confidence } = card;
  const rates: Stat[] = [
    rateTile("Named first", card.top1_rate, card.top1, confirmed),
    rateTile("In the first three", card.top3_rate, card.top3, confirmed),
  ];
  return (
    <div>
      <StatTiles
        label="Scorecard"
        stats={[
          ...rates,
          { label: "Judged incidents", value: confirmed.toLocaleString("en"), note: "with a confirmed cause" },
          {
            label: "Cause not named",
            value: unnamed.toLocaleString("en"),
            note: `of ${confirmed.toLocaleString("en")}`,
          },
          {
            label: "Undecided",
            value: undecided.toLocaleString("en"),
            note: <span className={classes.wraps}>rejected only, not in rates</span>,
          },
          {
            label: "Mean confidence",
            value: mean_confidence === null ? "–" : percent(mean_confidence),
            note: "that the first is right",
          },
        ]}
      />
      {confirmed > 0 && confirmed < minForRate ? (
        <p className={classes.note}>
          {confirmed === 1 ? "One judged incident is" : `${confirmed} judged incidents are`} too few for a rate. Rates
          and their 95% intervals are shown from {minForRate} on.
        </p>
      ) : null}
    </div>
  );
}

function rateTile(label: string, rate: RcaRate | null, count: number, of: number): Stat {
  const { value, note } = rateText(rate, count, of);
  return { label, value, note: <span className={classes.wraps}>{note}</span> };
}
