import { Anchor } from "@mantine/core";
import { type ApiError, createClient, dashboardTokenHeader, operations } from "@opsplane/contract";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { createQueryClient } from "../api/query-client.ts";
import { SignInFrame } from "../sign-in/index.ts";
import { intervalOf, refreshes } from "../time/range.ts";
import { ClockProvider, TimeText, useClock } from "../time/time.tsx";
import { MarkerList } from "../ui/chart/marker-list.tsx";
import { StartScreen } from "../ui/start-screen.tsx";
import { Board } from "./board/board.tsx";
import { useChartMarkers } from "./board/board-markers.ts";
import { BoardLookProvider } from "./board/look.tsx";
import { type BoardSource, chosenValues, useBoardContext } from "./board/source.ts";
import { VariableBar } from "./board/variable-bar.tsx";
import classes from "./dashboards.module.css";

/** A dashboard that is opened by a public link. The token is in the fragment, which the browser sends to no server. */
export function SharedDashboardPage() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [client] = useState(() => createQueryClient(() => false));
  return (
    <QueryClientProvider client={client}>
      <ClockProvider>
        <Opened token={token} />
      </ClockProvider>
    </QueryClientProvider>
  );
}

type SharedDashboard = Awaited<ReturnType<ReturnType<typeof clientOf>["shared"]>>;

function clientOf(token: string) {
  return createClient(operations, { baseUrl: "", headers: () => ({ [dashboardTokenHeader]: token }) }).dashboards;
}

function Opened({ token }: { token: string }) {
  const [api] = useState(() => clientOf(token));
  const dashboard = useQuery<SharedDashboard, ApiError>({
    queryKey: ["shared"],
    queryFn: ({ signal }) => api.shared({}, { signal }),
    refetchInterval: refreshes["1m"],
  });
  const { data, error } = dashboard;
  useEffect(() => {
    document.title = data ? `${data.name} · Opsplane` : "Opsplane";
  }, [data]);
  if (error && (!data || error.status === 404))
    return (
      <SignInFrame title="This link can't be used" lead={error.message}>
        <Anchor href="/" size="sm">
          Open the console
        </Anchor>
      </SignInFrame>
    );
  return data ? <Shown dashboard={data} api={api} /> : <StartScreen />;
}

function Shown({ dashboard, api }: { dashboard: SharedDashboard; api: ReturnType<typeof clientOf> }) {
  const { name, description, layout, expires_at } = dashboard;
  const { mode } = useClock();
  const [chosen, setChosen] = useState<Record<string, string[]>>({});
  const [activeMarker, setActiveMarker] = useState<string>();
  const now = useRefresh(layout.refresh_seconds);
  const { from, to } = layout.range;
  const interval = useMemo(() => intervalOf({ from, to }, now), [from, to, now]);
  const variables = JSON.stringify(chosen);
  const source = useMemo(
    (): BoardSource => ({
      key: ["shared", variables, now],
      interval,
      readWidget: async (widget, signal) =>
        (await api.sharedData({ query: { variables, widget: [widget.id] } }, { signal })).widgets[0],
      readContext: (signal) => api.sharedData({ query: { variables, include: ["variables", "markers"] } }, { signal }),
    }),
    [api, variables, now, interval],
  );
  const context = useBoardContext(source);
  const markers = useChartMarkers(context.data?.markers);
  const look = { isShared: true, interval, markers, activeMarker };
  return (
    <BoardLookProvider look={look}>
      <main className={classes.tv}>
        <div className={classes.tvHead}>
          <div style={{ flex: 1 }}>
            <h1>{name}</h1>
            {description ? <span className="dim">{description}</span> : null}
          </div>
          <span className="dim">
            Link expires <TimeText at={expires_at} />
          </span>
        </div>
        <div className={classes.board}>
          <VariableBar
            variables={layout.variables}
            states={context.data?.variables}
            onChoose={(variable, values) => setChosen((all) => ({ ...all, [variable]: values }))}
          />
          <MarkerList
            {...{ markers, mode }}
            range={interval}
            stepMs={refreshes["1m"]}
            onActive={setActiveMarker}
            few={6}
          />
          <Board widgets={layout.widgets} source={source} chosen={chosenValues(context.data, chosen)} />
        </div>
      </main>
    </BoardLookProvider>
  );
}

/** The time of the last refresh. */
function useRefresh(seconds: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(() => setNow(Date.now()), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return now;
}
