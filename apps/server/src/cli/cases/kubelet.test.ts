import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F17",
    title: "a kubelet that does not know its labels is no lack of room",
    status: { has: ["kubelet on n3 does not know labels", "NodeAffinity", "at least 4 times"] },
    explain: { node: "n3", has: ["NodeAffinity"] },
    wait: 4,
    actions: { notOffered: ["room"] },
    open: ["status", "actions"],
  },
  {
    id: "F18",
    title: "names disk pressure of the node, and does not blame the revision",
    status: { has: ["n5 has DiskPressure", "at least 4 times"] },
    explain: { node: "n5", has: ["DiskPressure"] },
    wait: 3,
    actions: { offered: ["raise"], notOffered: ["undo", "room"], worse: [] },
    open: ["status", "explain", "actions"],
  },
]);
