import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F07",
    title: "names the quota that prevents the creation of pods",
    status: {
      has: [
        "STUCK ",
        "quota team-quota is exhausted",
        "on 3 nodes",
        "requested: pods=1, used: pods=10, limited: pods=10",
        "17 times",
        "helps: Raise quota team-quota",
      ],
    },
    explain: { node: "n1", has: ["quota team-quota"] },
    wait: 3,
    actions: { notOffered: ["undo", "room", "raise"] },
  },
  {
    id: "F08",
    title: "a pod that cannot be created holds the rollout of all nodes",
    status: {
      has: ["STUCK ", "cannot be created", 'violates PodSecurity "baseline:latest"', "n5", "2 of 3 slots are free"],
      lacks: ["exceeded quota"],
    },
    explain: { node: "n5", has: ["PodSecurity"] },
    wait: 3,
    actions: { notOffered: ["room", "raise"] },
  },
]);
