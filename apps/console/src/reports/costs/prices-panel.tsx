import { Button } from "@mantine/core";
import type { UnitPrice } from "@opsplane/contract";
import { IconPlus } from "@tabler/icons-react";
import { useCan } from "../../session/context.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RowActions, useDeletion } from "../../ui/row-actions.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import classes from "./costs.module.css";
import { PriceDialog } from "./price-dialog.tsx";
import { usePrices, useRemovePrice } from "./queries.ts";
import { appliesTo, perWords, priceText } from "./words.ts";

interface PricesPanelProps {
  /** The id of the price in the dialog; `new` adds one. */
  edited: string | undefined;
  onEdit: (edited: string | undefined) => void;
}

const fresh = "new";

export function PricesPanel({ edited, onEdit }: PricesPanelProps) {
  const mayWrite = useCan()("reports:write");
  const prices = usePrices();
  const found = prices.data?.items.find(({ id }) => id === edited);
  return (
    <Panel
      title="Unit prices"
      action={
        mayWrite ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={13} />}
            onClick={() => onEdit(fresh)}
          >
            New unit price
          </Button>
        ) : null
      }
    >
      <p className={classes.intro}>Of several prices that fit an item, the one with the most conditions counts.</p>
      <PagedFace list={prices} empty={<span className="dim">No unit prices yet.</span>}>
        {(items) => <PricesTable prices={items} {...(mayWrite ? { onEdit } : {})} />}
      </PagedFace>
      {mayWrite && (found || edited === fresh) ? (
        <PriceDialog
          key={edited}
          price={found}
          currency={prices.data?.items.find(({ id }) => id !== edited)?.currency}
          onClose={() => onEdit(undefined)}
        />
      ) : null}
    </Panel>
  );
}

function PricesTable({ prices, onEdit }: { prices: readonly UnitPrice[]; onEdit?: (id: string) => void }) {
  const remove = useRemovePrice();
  const deletion = useDeletion<UnitPrice>({
    title: ({ name }) => `Delete ${name}?`,
    text: "Costs of every period are computed without it.",
    onConfirm: ({ id }) => remove.mutate(id),
  });
  return (
    <div className={table.card}>
      <table className={table.table} aria-label="Unit prices">
        <TableHead columns={["Name", "Price", { wide: "Applies to" }]} actions={onEdit !== undefined} />
        <tbody>
          {prices.map((price) => (
            <tr key={price.id}>
              <td className={table.main}>{price.name}</td>
              <td>
                {priceText(price.price, price.currency)} <span className="dim">{perWords[price.unit]}</span>
              </td>
              <td className={table.wide}>{appliesTo(price) || <span className="dim">–</span>}</td>
              {onEdit ? (
                <RowActions name={price.name} onOpen={() => onEdit(price.id)} onDelete={() => deletion.ask(price)} />
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {deletion.dialog}
    </div>
  );
}
