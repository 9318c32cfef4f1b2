import type { DeskContext } from "#core/services/context.ts";

/** The name that a computer has now; one that this computer never met has its former name (M3). */
export function computerName(
  { stores, settings }: Pick<DeskContext, "stores" | "settings">,
  { device, name }: { readonly device: string; readonly name: string },
): string {
  if (device === stores.journal.device) return settings.get().desk;
  return stores.exchange.members().find((member) => member.device === device)?.name ?? name;
}
