import type { ReactNode } from "react";
import type { Preset } from "../time/range.ts";
import { RangeControl } from "../time/range-control.tsx";
import type { RangeSearch, RangeState } from "../time/use-range.ts";
import { PageHeader } from "../ui/page-header.tsx";
import classes from "./explore.module.css";
import { ShareButton } from "./share-button.tsx";

interface ExplorePageProps {
  title: string;
  note?: ReactNode;
  state: RangeState;
  search: RangeSearch;
  onRange: (range: RangeSearch) => void;
  presets?: readonly Preset[];
  /** Before the time control. */
  actions?: ReactNode;
  /** A page that fills the window scrolls inside its own parts. */
  fills?: boolean;
  children: ReactNode;
}

/** The frame of the pages that share a time range: heading, actions, link to share, time control. */
export function ExplorePage(props: ExplorePageProps) {
  const { title, note, state, search, onRange, presets, actions, fills = false, children } = props;
  return (
    <div className={classes.page} data-fills={fills}>
      <div className={classes.head}>
        <PageHeader
          title={title}
          note={note}
          actions={
            <>
              {actions}
              <ShareButton interval={state.interval} />
              <RangeControl state={state} search={search} onChange={onRange} {...(presets ? { presets } : {})} />
            </>
          }
        />
        {state.problem ? (
          <p className={classes.problem} role="alert">
            {state.problem} The default range is shown instead.
          </p>
        ) : null}
      </div>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
