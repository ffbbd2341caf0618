import { Button } from "@mantine/core";
import { IconTimelineEventX } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Face, ForbiddenFace } from "../../ui/faces.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { HiddenHeading } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useTrace } from "../queries.ts";
import { TraceView } from "./trace-view.tsx";

const route = getRouteApi("/traces/$traceId");

export function TracePage() {
  const { traceId } = route.useParams();
  if (!useCan()("observability:read"))
    return (
      <>
        <HiddenHeading title="Trace" />
        <ForbiddenFace needs="observability:read" />
      </>
    );
  return <LoadedTrace key={traceId} traceId={traceId.toLowerCase()} />;
}

function LoadedTrace({ traceId }: { traceId: string }) {
  const trace = useTrace(traceId);
  const isUnknown = trace.error?.code === "NOT_FOUND" || trace.error?.code === "VALIDATION_ERROR";
  if (!trace.data && isUnknown) return <NotFound traceId={traceId} retry={() => void trace.refetch()} />;
  return (
    <>
      {trace.data ? null : <HiddenHeading title="Trace" />}
      <QueryFace query={trace}>{(data) => <TraceView trace={data} />}</QueryFace>
    </>
  );
}

function NotFound({ traceId, retry }: { traceId: string; retry: () => void }) {
  return (
    <>
      <HiddenHeading title="Trace not found" />
      <Face
        icon={<IconTimelineEventX size={20} />}
        title="Trace not found"
        actions={
          <>
            <Button variant="default" onClick={retry}>
              Retry
            </Button>
            <ButtonLink variant="default" to="/traces">
              Search traces
            </ButtonLink>
          </>
        }
      >
        No span of <code className="mono">{traceId}</code> is stored. New spans can take some seconds to arrive, and old
        ones are deleted after the retention.
      </Face>
    </>
  );
}
