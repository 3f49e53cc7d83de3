import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F33",
    title: "has one number for the used budget (D12)",
    status: {
      has: ["budget: not in use (maxUnavailable 1)", "2 nodes without an available pod"],
      lacks: [/\b0\/1 unavailable/, /2 of 1 used/],
    },
  },
]);
