import type { EditedOwnership, Owner, Ownership, Reversal, StrategyReversal } from "@daemonscope/daemonset/records/ownership";
import type { Translate } from "../translate.ts";

const ownerName = (t: Translate, { kind, name }: Owner): string => t(`laterModel.owner.kind.${kind}`, { name });

const ownersText = (t: Translate, owners: readonly Owner[]): string =>
  owners.map((owner) => ownerName(t, owner)).join(t("model.listComma"));

/** Names the owner: `Argo CD application agents`. */
export const ownershipText = (t: Translate, ownership: Ownership): string =>
  ownership.kind === "one" ? ownerName(t, ownership.owner) : t("laterModel.owner.unclear", { owners: ownersText(t, ownership.claims) });

/** States that the owner returned to an earlier template: `Argo CD application agents reverted revision 2`. */
export function reversalText(t: Translate, { owner, revision }: Reversal, time?: string): string {
  const params = { owner: ownerName(t, owner), revision };
  return time === undefined ? t("laterModel.owner.reverted", params) : t("laterModel.owner.revertedAt", { ...params, time });
}

/** States that the owner returned to the update strategy before an edit. */
export function strategyReversalText(t: Translate, { owner }: StrategyReversal, time?: string): string {
  const params = { owner: ownerName(t, owner) };
  return time === undefined
    ? t("laterModel.owner.strategyReverted", params)
    : t("laterModel.owner.strategyRevertedAt", { ...params, time });
}

/** States in one sentence what the owner does to a change. */
export function editedOwnershipText(t: Translate, edited: EditedOwnership): string {
  if (edited.kind === "unclear") return t("laterModel.owner.unclearWarning", { owners: ownersText(t, edited.claims) });
  const { owner, part, reaction } = edited;
  const params = { owner: ownerName(t, owner), part: t(`laterModel.owner.part.${part}`) };
  return reaction === "reverts" ? t("laterModel.owner.reverts", params) : t(`laterModel.owner.mayRevert.${owner.kind}`, params);
}
