import type { StoryWords } from "../../staging/story.ts";

export const reachTheDaemonWords: StoryWords = {
  title: {
    en: "Four ways to talk to daemon pods",
    "zh-CN": "与 DaemonSet 的 Pod 通信的四种方式",
    "zh-TW": "與 DaemonSet 的 Pod 通訊的四種方式",
  },
  opening: {
    en: "push-agent calls others, so nobody needs its address: the first way. metrics-agent holds port 9100 of each node, so the node's address and that port reach it: the second. log-gateway has neither yet.",
    "zh-CN":
      "push-agent 主动联系别人，没有人需要它的地址：第一种方式。metrics-agent 占用每个节点的端口 9100，用节点地址加端口就能找到它：第二种。log-gateway 还两样都没有。",
    "zh-TW":
      "push-agent 主動聯絡別人，沒有人需要它的位址：第一種方式。metrics-agent 佔用每個節點的連接埠 9100，用節點位址加連接埠就能找到它：第二種。log-gateway 還兩樣都沒有。",
  },
  steps: {
    "headless-service": {
      en: "The third way: a headless Service for metrics-agent. DNS answers with one address for each ready pod, so a client can find all of them.",
      "zh-CN": "第三种：为 metrics-agent 建立 headless Service。DNS 为每个就绪的 Pod 返回一个地址，客户端可以找到全部。",
      "zh-TW": "第三種：為 metrics-agent 建立 headless Service。DNS 為每個就緒的 Pod 傳回一個位址，用戶端可以找到全部。",
    },
    "service-with-typo": {
      en: "The fourth way: a Service for log-gateway, with traffic kept on the node. But its selector has a typo: nothing is behind it, and the API has nothing against that.",
      "zh-CN": "第四种：为 log-gateway 建立 Service，流量留在本节点。但选择器写错了一个字母：后面什么都没有，而 API 对此毫无意见。",
      "zh-TW": "第四種：為 log-gateway 建立 Service，流量留在本節點。但選擇器寫錯了一個字母：後面什麼都沒有，而 API 對此毫無意見。",
    },
    "service-put-right": {
      en: "The selector is put right, and the four pods of log-gateway are behind the Service: each client gets the one on its own node.",
      "zh-CN": "选择器改正后，log-gateway 的四个 Pod 都在 Service 后面：每个客户端得到自己节点上的那一个。",
      "zh-TW": "選擇器改正後，log-gateway 的四個 Pod 都在 Service 後面：每個用戶端得到自己節點上的那一個。",
    },
    "pod-falls-ill": {
      en: "One metrics pod is no longer ready. It leaves the addresses that answer, though it is still there and still holds its host port.",
      "zh-CN": "一个 metrics Pod 不再就绪。它从接收流量的地址中移除，尽管它还在，也还占着主机端口。",
      "zh-TW": "一個 metrics Pod 不再就緒。它從接收流量的位址中移除，儘管它還在，也還佔著主機連接埠。",
    },
    "delete-pod": {
      en: "It is deleted and replaced from the template. The new pod has another address, and is added when it is ready: clients should ask DNS again and keep no address for long.",
      "zh-CN": "它被删除，再按模板重建。新 Pod 的地址不同，就绪后才加入：客户端应当重新查询 DNS，不要长期缓存地址。",
      "zh-TW": "它被刪除，再依範本重建。新 Pod 的位址不同，就緒後才加入：用戶端應當重新查詢 DNS，不要長期快取位址。",
    },
  },
};
