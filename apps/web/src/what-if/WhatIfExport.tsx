import type { Step } from "@daemonscope/daemonset/actions/step";
import { stepsText } from "@daemonscope/daemonset/actions/step-text";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { ExportDialog } from "../exports/ExportDialog.tsx";
import type { Origin } from "../exports/origin.ts";
import { whatIfMarkdown, whatIfTable } from "../exports/what-if-table.ts";

interface WhatIfExportProps {
  readonly steps: readonly Step[];
  readonly answer: WhatIfAnswer;
  readonly sentence: string;
  readonly origin: Origin;
  readonly onClose: () => void;
}

/** Exports what the steps would do: as a table, as facts, as a text. */
export function WhatIfExport({ steps, answer, sentence, origin, onClose }: WhatIfExportProps) {
  return (
    <ExportDialog
      about="what-if"
      origin={origin}
      table={whatIfTable(answer)}
      facts={{ if: stepsText(steps), steps, answer }}
      markdown={() => whatIfMarkdown(steps, answer, sentence)}
      pictures={undefined}
      onClose={onClose}
    />
  );
}
