import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F25",
    title: "names the readiness gate of pods whose containers are ready",
    status: { has: ["STUCK ", "readiness gate lb.example.com/registered", "who can end it: the owner"] },
    explain: { node: "n1", has: ["lb.example.com/registered"], lacks: ["probe"] },
    wait: 3,
  },
  {
    id: "F37",
    title: "proposes the revision that lasted, if no pod of the current one was ever Ready",
    status: { has: ["3 pods of revision 4 have never been Ready"] },
    wait: 4,
    actions: { offered: ["undo"], outcome: { undo: { kind: "undone", toRevision: 1 } } },
  },
]);
