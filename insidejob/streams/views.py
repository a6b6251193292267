from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def unserved(request: HttpRequest) -> HttpResponse:
    """Answer where no proxy leads `/stream/` to the streams process. Pages then poll."""
    return HttpResponse(status=404, headers={"Cache-Control": "no-store, private"})
