import { Button } from "@mantine/core";
import type { Dashboard, DashboardMarker } from "@opsplane/contract";
import { IconArrowLeft, IconLayoutDashboard, IconPencil, IconShare } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { ExplorePage } from "../explore/explore-page.tsx";
import { useKeys } from "../keys/keys.tsx";
import { useCan } from "../session/context.tsx";
import { absoluteRange } from "../time/range.ts";
import { useClock } from "../time/time.tsx";
import { useTimeRange } from "../time/use-range.ts";
import { MarkerList } from "../ui/chart/marker-list.tsx";
import { ErrorFace, Face, RowsSkeleton } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Board } from "./board/board.tsx";
import { useChartMarkers } from "./board/board-markers.ts";
import { BoardLookProvider } from "./board/look.tsx";
import { chosenValues, useBoardContext } from "./board/source.ts";
import { useDraftSource, useSavedSource } from "./board/use-sources.ts";
import { VariableBar } from "./board/variable-bar.tsx";
import { WidgetFrame } from "./board/widget-frame.tsx";
import { DashboardMenu } from "./dashboard-menu.tsx";
import classes from "./dashboards.module.css";
import { Editor } from "./editor/editor.tsx";
import { type DraftState, useDraft } from "./editor/use-draft.ts";
import { useDashboard } from "./queries.ts";
import { boardRange, refreshSearch } from "./range.ts";
import { chosenOf, chosenSearch } from "./search.ts";
import { ShareDialog } from "./share/share-dialog.tsx";
import { TvFrame } from "./tv-frame.tsx";

const route = getRouteApi("/reports/dashboards/$id");

/** A dashboard. The address has its time range, its variables and its mode: `?edit=1`, `?tv=1`, `?full=` a widget. */
export function DashboardPage() {
  return useCan()("dashboards:read") ? <Loading /> : <ForbiddenPage title="Dashboard" needs="dashboards:read" />;
}

function Loading() {
  const { id } = route.useParams();
  const { data, error, refetch } = useDashboard(id);
  if (error?.status === 404 || error?.status === 422)
    return (
      <NotFound title="Dashboard not found">
        <ButtonLink to="/reports/dashboards" variant="default">
          All dashboards
        </ButtonLink>
      </NotFound>
    );
  if (data) return <Loaded key={data.id} dashboard={data} />;
  return error ? <ErrorFace error={error} retry={() => void refetch()} /> : <RowsSkeleton />;
}

function Loaded({ dashboard }: { dashboard: Dashboard }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const { mode } = useClock();
  const [isSharing, setSharing] = useState(false);
  const [activeMarker, setActiveMarker] = useState<string>();
  const isEditing = search.edit !== undefined && dashboard.can_edit;
  const draft = useDraft(dashboard);
  useFreshDraft(draft, dashboard, isEditing);
  const { name, description, layout } = isEditing ? draft.draft : dashboard;

  const rangeSearch = boardRange(search, layout);
  const range = useTimeRange(rangeSearch, "6h");
  const given = chosenOf(search);
  const saved = useSavedSource(dashboard, { interval: range.interval, chosen: given });
  const edited = useDraftSource(dashboard.id, layout, { interval: range.interval, chosen: given });
  const source = isEditing ? edited : saved;
  const context = useBoardContext(source);
  const chosen = chosenValues(context.data, given);
  const openMarker = useCallback(
    ({ kind, reference }: DashboardMarker) =>
      void (kind === "incident"
        ? goTo({ to: "/incidents/$reference", params: { reference } })
        : goTo({ to: "/changes/$reference", params: { reference } })),
    [goTo],
  );
  const markers = useChartMarkers(context.data?.markers, openMarker);
  const set = (next: typeof search, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace });

  useKeys([
    ...(dashboard.can_edit && !isEditing
      ? [{ keys: "e", label: "Edit dashboard", group: "Dashboard", run: () => set({ edit: "1" }) }]
      : []),
    ...(search.full || search.tv
      ? [
          {
            keys: "Esc",
            label: "Back to the dashboard",
            group: "Dashboard",
            run: () => set({ full: undefined, tv: undefined, rotate: undefined, boards: undefined }),
          },
        ]
      : []),
  ]);

  const look = {
    isShared: false,
    interval: range.interval,
    markers,
    activeMarker,
    onSelect: (interval: { from: number; to: number }) => set({ ...absoluteRange(interval) }),
  };
  const full = layout.widgets.find(({ id }) => id === search.full);
  const board =
    layout.widgets.length === 0 ? (
      <Face
        icon={<IconLayoutDashboard size={20} />}
        title="This dashboard is empty"
        actions={dashboard.can_edit ? <Button onClick={() => set({ edit: "1" })}>Add widgets</Button> : null}
      >
        It has no widgets yet.
      </Face>
    ) : (
      <Board
        widgets={layout.widgets}
        isTv={search.tv !== undefined}
        onFull={(id) => set({ full: id })}
        {...{ source, chosen }}
      />
    );

  if (search.tv !== undefined)
    return (
      <BoardLookProvider look={look}>
        <TvFrame title={name} search={search} id={dashboard.id}>
          {board}
        </TvFrame>
      </BoardLookProvider>
    );
  return (
    <BoardLookProvider look={look}>
      <ExplorePage
        title={name}
        note={description || undefined}
        state={range}
        search={rangeSearch}
        onRange={(next) => set({ ...next, refresh: refreshSearch(next.refresh, layout) })}
        actions={
          isEditing ? null : (
            <>
              {dashboard.can_edit ? (
                <>
                  <Button variant="default" leftSection={<IconPencil size={14} />} onClick={() => set({ edit: "1" })}>
                    Edit
                  </Button>
                  <Button variant="default" leftSection={<IconShare size={14} />} onClick={() => setSharing(true)}>
                    Share
                  </Button>
                </>
              ) : null}
              <DashboardMenu dashboard={dashboard} />
            </>
          )
        }
      >
        <div className={classes.board}>
          <VariableBar
            variables={layout.variables}
            states={context.data?.variables}
            onChoose={(variable, values) => set(chosenSearch(variable, values))}
          />
          <MarkerList
            markers={markers}
            range={range.interval}
            mode={mode}
            stepMs={60_000}
            onActive={setActiveMarker}
            few={6}
          />
          {isEditing ? (
            <Editor {...{ dashboard, source, chosen }} state={draft} onDone={() => set({ edit: undefined }, true)} />
          ) : full ? (
            <>
              <div>
                <Button
                  variant="default"
                  leftSection={<IconArrowLeft size={14} />}
                  onClick={() => set({ full: undefined })}
                >
                  Back to the dashboard
                </Button>
              </div>
              <div className={classes.full}>
                <WidgetFrame widget={full} height={fullHeight()} {...{ source, chosen }} />
              </div>
            </>
          ) : (
            board
          )}
        </div>
      </ExplorePage>
      {isSharing ? <ShareDialog dashboard={dashboard} onClose={() => setSharing(false)} /> : null}
    </BoardLookProvider>
  );
}

/** A draft without changes follows what others save. One with changes stays. */
function useFreshDraft({ version, isChanged, reset }: DraftState, dashboard: Dashboard, isEditing: boolean) {
  useEffect(() => {
    if (version !== dashboard.version && (!isChanged || !isEditing)) reset(dashboard);
  }, [version, isChanged, reset, dashboard, isEditing]);
}

/** The body of a widget that has the page to itself. */
function fullHeight(): number {
  return Math.max(280, window.innerHeight - 230);
}
