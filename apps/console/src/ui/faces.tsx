import { Button, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import type { ApiError } from "@opsplane/contract";
import { IconAlertTriangle, IconLock, IconPlugConnectedX, IconPuzzleOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./faces.module.css";
import { TraceId } from "./trace-id.tsx";

interface FaceProps {
  icon: ReactNode;
  tone?: "plain" | "good" | "bad";
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Shown instead of data: an icon, a message and the next step. */
export function Face({ icon, tone = "plain", title, children, actions }: FaceProps) {
  return (
    <div className={classes.face}>
      <span className={classes.icon} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <p className={classes.title} style={{ margin: 0 }}>
        {title}
      </p>
      {children ? <div className={classes.text}>{children}</div> : null}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  );
}

/** The face for an error of the server: forbidden, not in the plan, or failed. */
export function ErrorFace({ error, retry }: { error: ApiError; retry?: () => void }) {
  if (error.code === "FORBIDDEN") return <ForbiddenFace />;
  if (error.code === "FEATURE_DISABLED") return <FeatureFace>{error.message}</FeatureFace>;
  if (error.code === "NETWORK") return <Unreachable retry={retry} />;
  return (
    <Failed icon={<IconAlertTriangle size={20} />} title="Couldn't load this" retry={retry}>
      {error.message}
      <TraceId id={error.traceId} />
    </Failed>
  );
}

/** The face for a server that does not answer. */
export function Unreachable({ retry }: { retry?: (() => void) | undefined }) {
  return (
    <Failed icon={<IconPlugConnectedX size={20} />} title="Can't reach the server" retry={retry}>
      Check your connection. Nothing you entered is lost.
    </Failed>
  );
}

interface FailedProps extends Pick<FaceProps, "icon" | "title" | "children"> {
  retry: (() => void) | undefined;
}

function Failed({ retry, ...face }: FailedProps) {
  return (
    <div role="alert">
      <Face {...face} tone="bad" actions={<RetryButton retry={retry} />} />
    </div>
  );
}

function RetryButton({ retry }: { retry: (() => void) | undefined }) {
  return retry ? (
    <Button variant="default" onClick={retry}>
      Retry
    </Button>
  ) : null;
}

export function ForbiddenFace({ needs }: { needs?: string }) {
  return (
    <Face icon={<IconLock size={20} />} title="You don't have access">
      {needs ? (
        <>
          You need the <code className="mono">{needs}</code> permission. Ask an administrator.
        </>
      ) : (
        "Your role doesn't include this. Ask an administrator."
      )}
    </Face>
  );
}

function FeatureFace({ children }: { children: ReactNode }) {
  return (
    <Face icon={<IconPuzzleOff size={20} />} title="Not included in your plan">
      {children}
    </Face>
  );
}

export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Stack gap={10} p="md" role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
        <Skeleton key={row} height={16} width={`${92 - ((index * 17) % 38)}%`} />
      ))}
    </Stack>
  );
}
