import type { WebhookDelivery } from "@opsplane/contract";
import type { ReactNode } from "react";
import { TimeText } from "../time/time.tsx";
import { DetailError, DetailFacts, OpeningList } from "../ui/opening-list.tsx";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";
import classes from "./delivery-list.module.css";

export type DeliveryStatus = WebhookDelivery["status"];

const looks: Record<DeliveryStatus, { word: string; look: MarkLook }> = {
  pending: { word: "Waiting", look: { tone: "amber", shape: "ring" } },
  sending: { word: "Sending", look: { tone: "blue", shape: "ring" } },
  delivered: { word: "Delivered", look: { tone: "green", shape: "square" } },
  failed: { word: "Failed", look: { tone: "red", shape: "full" } },
  canceled: { word: "Canceled", look: { tone: "grey", shape: "square" } },
};

export function DeliveryMark({ status }: { status: DeliveryStatus }) {
  return <StatusMark look={looks[status].look}>{looks[status].word}</StatusMark>;
}

interface Delivery {
  id: string;
  status: DeliveryStatus;
  response_status: number | null;
  created_at: string;
}

interface DeliveryListProps<D extends Delivery> {
  deliveries: readonly D[];
  title: (delivery: D) => ReactNode;
  /** Shown under the delivery that is open. */
  detail: (delivery: D) => ReactNode;
}

/** What was sent to a webhook or channel; one opens at a time. */
export function DeliveryList<D extends Delivery>({ deliveries, title, detail }: DeliveryListProps<D>) {
  return (
    <OpeningList
      label="Deliveries"
      items={deliveries}
      lineClass={classes.line}
      line={(delivery) => (
        <>
          <span className="truncate">{title(delivery)}</span>
          <DeliveryMark status={delivery.status} />
          <span className={`${classes.code} dim mono`}>{delivery.response_status ?? ""}</span>
        </>
      )}
      detail={detail}
    />
  );
}

interface DeliveryFactsProps {
  delivery: { attempts: number; next_attempt_at: string | null; error: string | null };
  /** Further pairs of a term and its value. */
  children?: ReactNode;
}

export function DeliveryFacts({ delivery: { attempts, next_attempt_at, error }, children }: DeliveryFactsProps) {
  return (
    <>
      {error ? <DetailError>{error}</DetailError> : null}
      <DetailFacts>
        <dt>Attempts</dt>
        <dd>{attempts}</dd>
        {next_attempt_at ? (
          <>
            <dt>Next attempt</dt>
            <dd>
              <TimeText at={next_attempt_at} as="short" />
            </dd>
          </>
        ) : null}
        {children}
      </DetailFacts>
    </>
  );
}
