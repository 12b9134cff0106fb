// What every page does: settings in the menu, language links that stay on the page.

import { change, setting, watch } from "./settings.js";

for (const control of document.querySelectorAll("[data-setting]")) {
  const name = control.dataset.setting;
  const show = () => {
    if (control.type === "checkbox") control.checked = setting(name);
    else control.value = setting(name);
  };
  control.addEventListener("change", () => {
    change(name, control.type === "checkbox" ? control.checked : control.value);
  });
  watch(show);
  show();
}

for (const link of document.querySelectorAll("[data-language]")) {
  const address = new URL(location.href);
  address.searchParams.set("lang", link.dataset.language);
  link.href = address.pathname + address.search + address.hash;
}

const menu = document.getElementById("settings-menu");
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
menu?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
