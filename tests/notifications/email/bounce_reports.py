"""Reports of mail that came back, as mail servers write them."""

POSTFIX = """\
Return-Path: <>
Date: Sat, 21 Nov 2026 10:00:00 +0100 (CET)
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: insidejob@insidejob.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4F1A.1/mx.example.org"

--4F1A.1/mx.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--4F1A.1/mx.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Sat, 21 Nov 2026 09:59:58 +0100 (CET)

Final-Recipient: rfc822; {address}
Original-Recipient: rfc822;{address}
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example.org
Diagnostic-Code: {diagnosis}

--4F1A.1/mx.example.org
Content-Description: Undelivered Message
Content-Type: message/rfc822

{returned}

--4F1A.1/mx.example.org--
"""
HEADERS_ALONE = """\
From: postmaster@mail.example.org
To: insidejob@insidejob.example
Subject: Delivery Status Notification (Failure)
MIME-Version: 1.0
Content-Type: multipart/report; report-type="delivery-status"; boundary=xyz

--xyz
Content-Type: text/plain; charset="utf-8"

Your message wasn't delivered.
--xyz
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com

Final-Recipient: rfc822; elsewhere@another.example
ACTION: Failed
Status: {status}
--xyz
Content-Type: text/rfc822-headers

{returned}
--xyz--
"""
WITHOUT_STATUS = """\
From: MAILER-DAEMON@yahoo.example
To: insidejob@insidejob.example
Subject: Failure Notice
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=xyz

--xyz
Content-Type: text/plain; charset=UTF-8

Sorry, we were unable to deliver your message to the following address.

<{address}>:
{reply}

--xyz
Content-Type: message/rfc822

{returned}
--xyz--
"""
"""As Yahoo writes it."""
