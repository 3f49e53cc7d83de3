import { expect, it } from "vitest";
import { shorterSentences } from "./long-class.ts";

it.each([
  [
    "image cilium:v2 not found on 2 nodes (a, b); 2 pods have never been Ready",
    "image v2 not found on 2 nodes; 2 pods have never been Ready",
    "image v2 not found on 2 nodes",
  ],
  ["2 个节点找不到镜像 cilium:v2（a、b）；从未就绪", "2 个节点找不到镜像 v2；从未就绪", "2 个节点找不到镜像 v2"],
  ["exit code 1 (Error) on 2 nodes", "exit code 1 (Error) on 2 nodes", "exit code 1 (Error) on 2 nodes"],
] as const)("omits the names, registry and path of images, then further clauses: %s", (sentence, short, clause) => {
  expect(shorterSentences(sentence, [["cilium:v2", "v2"]])).toEqual([sentence, short, clause]);
});

it("leaves the number of nodes, which Chinese sentences have in brackets", () => {
  const sentence = "映像檔 fluentd:v9 不存在，無法拉取（3 個節點）";
  const short = "映像檔 v9 不存在，無法拉取（3 個節點）";
  expect(shorterSentences(sentence, [["fluentd:v9", "v9"]])).toEqual([sentence, short, short]);
});
