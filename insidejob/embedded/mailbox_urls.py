from django.urls import path

from insidejob.embedded import mailbox

urlpatterns = [
    path("", mailbox.list_mail, name="mailbox"),
    path("<slug:name>/", mailbox.show_mail, name="mailbox_message"),
    path("<slug:name>/html/", mailbox.show_html, name="mailbox_html"),
]
