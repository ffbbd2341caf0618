import type { NotificationChannel } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { toastDone, toastError } from "../../ui/toast.tsx";
import { channelsKey } from "../channels/queries.ts";
import { browserName } from "./ring-rules.ts";
import { type NoSubscription, readThisBrowser, subscribeThisBrowser } from "./this-browser.ts";

/** What this browser can do. A permission may change in its settings at any time. */
export function useThisBrowser() {
  return useQuery({
    queryKey: [...channelsKey, "this-browser"],
    queryFn: readThisBrowser,
    refetchOnWindowFocus: "always",
  });
}

/** Subscribes this browser, or renews the channel whose subscription has ended. */
export function useRingHere(gone: Pick<NotificationChannel, "id"> | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<NoSubscription | "subscribed"> => {
      const readKey = async () => (await api.channels.pushKey()).public_key;
      const config = await subscribeThisBrowser(readKey, { renew: gone !== undefined });
      if (typeof config === "string") return config;
      const name = browserName(navigator.userAgent);
      if (gone) await api.channels.update({ params: { id: gone.id }, body: { config } });
      else await api.channels.create({ body: { name, type: "browser", user_id: "me", config } });
      toastDone("Pages ring in this browser");
      return "subscribed";
    },
    onError: (error) => toastError(error, "Couldn't subscribe this browser"),
    onSettled: () => client.invalidateQueries({ queryKey: channelsKey }),
  });
}
