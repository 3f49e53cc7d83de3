import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { Grouping } from "../../data/rows/grouping.ts";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { gridPng, gridSvg } from "../../draw/export/grid-blobs.ts";
import { ExportDialog } from "../../panels/exports/ExportDialog.tsx";
import { type Origin, originLine } from "../../panels/exports/origin.ts";
import { whatIfExportTable, whatIfMarkdown } from "../../panels/exports/what-if-export-table.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import type { ShownEffect } from "./effect/use-what-if-effect.ts";
import { whatIfPicture } from "./what-if-picture.ts";

interface WhatIfExportProps {
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer;
  readonly sentence: string;
  readonly effect: ShownEffect;
  /** Key of the DaemonSet whose nodes are drawn; undefined if there is none. */
  readonly shown: string | undefined;
  readonly grouping: Grouping;
  readonly origin: Origin;
  readonly onClose: () => void;
}

/** Exports the effect of the steps: as a table, as facts, as a text, and as a picture of the shown nodes. */
export function WhatIfExport({ steps, answer, sentence, effect, shown, grouping, origin, onClose }: WhatIfExportProps) {
  const { t } = useTranslation();
  const palette = usePalette();
  const picture = (key: string) =>
    whatIfPicture(
      {
        // A shared picture must state first that it is hypothetical.
        title: `WHAT IF ${sentence}${t("model.semicolon")}${nameOfKey(key)}`,
        status: formatSteps(steps),
        origin: originLine(origin),
        effect,
        column: effect.columnOf(key),
        set: answer.daemonSets.find((set) => set.key === key),
        grouping,
      },
      t,
    );
  const pictures =
    shown === undefined ? undefined : { svg: () => gridSvg(picture(shown), palette), png: () => gridPng(picture(shown), palette) };
  return (
    <ExportDialog
      about="what-if"
      origin={origin}
      table={whatIfExportTable(answer)}
      facts={{ if: formatSteps(steps), steps, answer }}
      markdown={() => whatIfMarkdown(steps, answer, sentence)}
      pictures={pictures}
      onClose={onClose}
    />
  );
}
