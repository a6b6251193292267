"""Pushes in a real Chromium: a browser is added, what is sent there opens with its key alone, and a press leads on.

No push service of a browser can be reached from here, so a sink stands in for it: it keeps what the site sends, sealed
as for any other, and Chromium's own tools hand it to the service worker.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils.http import urlsafe_base64_encode
from playwright.sync_api import Browser, Page, Worker, expect

from tests.browser.conftest import NewPerson, Scenes
from tests.browser.people import Person
from tests.browser.site import Site, run_site
from tests.browser.waiting import PATIENCE, follow, wait_until
from tests.notifications.channels.sink import Sink

pytestmark = pytest.mark.browser
AUTH_SECRET = b"sixteen bytes it"
SUBSCRIBE = """{
    const raw = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;
    PushManager.prototype.subscribe = async (options) => {
        if (new Uint8Array(options.applicationServerKey).length !== 65) throw new Error("no key");
        return { endpoint: "%s", getKey: (name) => raw(name === "auth" ? "%s" : "%s") };
    };
}"""
PUSHED_WITHIN = 4 * PATIENCE
"""Milliseconds until a push has come: the site sends every ten seconds."""
WORKERS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
LISTEN = """() => {
    const show = ServiceWorkerRegistration.prototype.showNotification;
    self.shown = new Promise((done) => {
        ServiceWorkerRegistration.prototype.showNotification = function (...all) {
            return show.apply(this, all).finally(done);
        };
    });
}"""
SHOWN = "self.registration.getNotifications().then((all) => all.map((one) => one.title))"


SUBSCRIBED = """{
    const own = new Uint8Array(65).fill(%s).buffer;
    PushManager.prototype.getSubscription = async () => ({
        endpoint: "%s", options: { applicationServerKey: own }, unsubscribe: async () => true,
    });
}"""


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    """A server that stands in for the push service."""
    sink = Sink()
    sink.start()
    yield sink
    sink.stop()


@pytest.fixture
def browser(whole_browser: Browser) -> Browser:
    """The headless shell crashes at a service worker."""
    return whole_browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, stage: Path, sink: Sink) -> Iterator[Site]:
    """A site that may send to the sink, with people and tables of its own."""
    os.environ["CHANNELS_MAY_REACH"] = f"127.0.0.1:{sink.port}"
    var = tmp_path_factory.mktemp("push") / "var"
    shutil.copytree(stage, var)
    try:
        with run_site(var) as site:
            yield site
    finally:
        del os.environ["CHANNELS_MAY_REACH"]


def look_at_own_turn(person: Person, scenes: Scenes) -> str:
    """Look at the table at which one is asked, beside another person, and return its code."""
    code = str(scenes["days"]["pushed"])
    # Until its first question for news the page counts as open for five minutes.
    with person.page.expect_response(re.compile("/news/")):
        person.go(f"/g/{code}/")
    expect(person.page.locator(".hand .card").first).to_be_visible()
    return code


def wait_for_push(sink: Sink, site: Site, code: str, page: Page) -> bytes:
    """Let the time of the game's notices come until the site has sent one, and return it."""

    def has_come() -> bool:
        if not sink.came:
            site.pass_time("notices", code)
            site.pass_time("now")
        return bool(sink.came)

    # The question may be older than the site: then it was told by email, before there was a push.
    site.pass_time("asked", code)
    # They are no longer looking at the table.
    site.pass_time("closed", code)
    wait_until(page, has_come, "a push", PUSHED_WITHIN)
    return sink.came[-1].body


def deliver(person: Person, said: str) -> Worker:
    """Hand a message to the service worker, as Chromium does with one of its push service, and wait until it shows."""
    registrations: list[dict[str, Any]] = []
    tools = person.context.new_cdp_session(person.page)
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    wait_until(person.page, lambda: bool(registrations and person.context.service_workers), "a service worker")
    worker = person.context.service_workers[0]
    # Chromium forgets a notification if it is asked for all of them while it is about to show it.
    worker.evaluate(LISTEN)
    message = {"origin": person.site.url, "registrationId": registrations[-1]["registrationId"], "data": said}
    tools.send("ServiceWorker.deliverPushMessage", message)
    worker.evaluate("self.shown")
    return worker


def test_a_push_is_sealed_shown_and_leads_to_the_table(
    member: NewPerson, site: Site, sink: Sink, scenes: Scenes
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    person = member("pia", permissions=["notifications"])
    texts = [urlsafe_base64_encode(raw).replace("-", "+").replace("_", "/") for raw in (AUTH_SECRET, point)]
    person.context.add_init_script(SUBSCRIBE % (f"{sink.url}/push", *texts))
    code = look_at_own_turn(person, scenes)
    page = person.go("/mail/channels/push/")
    page.locator("#push-button").click()
    expect(page.locator("#messages .success")).to_contain_text("This browser will notify you")
    expect(page.locator(".bare li")).to_have_count(1)

    sealed = wait_for_push(sink, site, code, page)
    assert code.encode() not in sealed
    plain = http_ece.decrypt(sealed, private_key=key, auth_secret=AUTH_SECRET, version="aes128gcm")
    said = json.loads(plain)
    assert said["title"].startswith("Your turn: Operation ")
    assert set(said) == {"title", "link", "tag", "waiting"}

    worker = deliver(person, plain.decode())
    assert worker.evaluate(SHOWN) == [said["title"]]
    opened = worker.evaluate(
        """async () => {
            const opened = new Promise((done) => { self.clients.openWindow = async (address) => done(address); });
            const [notification] = await self.registration.getNotifications();
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            return opened;
        }"""
    )
    assert opened == f"{site.url}/g/{code}/"
    assert worker.evaluate("caches.keys()") == ["offline en"]
    page.locator(".bare button").click()
    expect(page.locator(".bare li")).to_have_count(0)

    assert page.evaluate(WORKERS) == 1
    person.go("/accounts/logout/")
    follow(page.locator("main form button").last)
    assert page.evaluate(WORKERS) == 0
    assert page.evaluate("caches.keys()") == []


def test_a_browser_with_an_older_key_subscribes_again_at_the_next_visit(member: NewPerson, sink: Sink) -> None:
    point = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    texts = [urlsafe_base64_encode(raw).replace("-", "+").replace("_", "/") for raw in (AUTH_SECRET, point)]
    person = member("camille", permissions=["notifications"])
    page = person.page
    person.context.add_init_script(SUBSCRIBE % (f"{sink.url}/older", *texts))
    person.go("/mail/channels/push/")
    page.locator("#push-button").click()
    expect(page.locator(".bare li")).to_have_count(1)

    def find_known() -> str:
        known = person.context.request.get("/mail/push/").json()
        return str(known["endpoint"]).removeprefix(sink.url)

    assert find_known() == "/older"
    person.context.add_init_script(SUBSCRIBE % (f"{sink.url}/newer", *texts))
    # The address is the one that the site knows, but the key is not the site's.
    person.context.add_init_script(SUBSCRIBED % (4, f"{sink.url}/older"))
    # It looks once in each tab.
    visit = person.context.new_page()
    visit.goto("/games/")
    wait_until(visit, lambda: find_known() == "/newer", "another subscription")
    visit.close()
    person.go("/mail/channels/push/")
    expect(page.locator(".bare li")).to_have_count(1)
