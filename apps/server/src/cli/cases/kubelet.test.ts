import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F17",
    title: "a kubelet that does not know its labels is no lack of room",
    status: { has: ["the kubelet does not know labels", "NodeAffinity", /at least \d times on n3/] },
    explain: { node: "n3", has: ["NodeAffinity"] },
    wait: 4,
    actions: { notOffered: ["room"] },
  },
  {
    id: "F18",
    title: "names disk pressure of the node, and does not blame the revision",
    status: { has: ["because of DiskPressure", "at least 4 times on n5"] },
    explain: { node: "n5", has: ["DiskPressure"] },
    wait: 3,
    actions: {
      offered: ["raise", "nodes"],
      notOffered: ["undo", "room"],
      worse: [],
      outcome: { nodes: { kind: "placesComeFree", places: 1, areReady: true } },
    },
  },
]);
