import type { signIn as source } from "../en/sign-in.ts";
import type { Translated } from "../translated.ts";

export const signIn: Translated<typeof source> = {
  title: "登入 {{cluster}}",
  yourRights: "你看到的內容，取決於你自己在叢集裡的權限。",
  byAddress: "這台機器還有其他人使用，所以只有持有啟動時輸出的那個網址的人才能進入：請原樣開啟，一個字元都不能少。",
  token: "Bearer 權杖",
  kept: "不會出現在網址裡，登出後即清除。",
  do: "登入",
  atProvider: "使用你的帳號登入",
  out: "登出",
  none: "手邊沒有權杖？",
  problem: {
    NoToken: "這不是權杖：請原樣貼上 kubectl 輸出的權杖。",
    TokenRefused: "叢集不認得這個權杖：它屬於另一個叢集、已被註銷，或者不完整。請重新建立一個。",
    TokenExpired: "權杖已過期：請重新建立一個。",
    TooManyTries: "登入失敗次數過多：請在 {{seconds}} 秒後再試。",
    ClusterSilent: "叢集沒有說明這是誰的權杖：請再試一次，並確認 API 伺服器是否有回應。",
    CannotReview: "叢集不允許檢查權杖。請管理員開放建立 selfsubjectreviews。",
    LaunchRefused: "這不是本次啟動的網址：請開啟最後一次輸出的那個。",
    NotOverTls: "不能從其他機器透過明文 http 登入：請用 https 網址開啟此頁面，或使用 kubectl port-forward。",
    ProviderSilent: "身分識別提供者沒有回應：請再試一次，並確認它是否在執行。",
    ProviderDiffers: "身分識別提供者的名稱與 Daemonscope 收到的設定不同：伺服器加上 --log-level warn 會記錄兩者，請告訴負責執行的人。",
    ProviderRefused: "身分識別提供者拒絕了登入，或者沒有說明你是誰：請重新登入；伺服器加上 --log-level warn 會記錄原因。",
    ProviderUnknown: "那次登入不是在這個瀏覽器裡開始的，或者已經過去太久：請重新登入。",
    noAnswer: "Daemonscope 沒有回應：請再試一次，並確認它是否仍在執行。",
  },
};
