"""The addresses of the small interface."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from tests.http import endpoints

handler400 = "memory_admin.http.errors.bad_request"
handler403 = "memory_admin.http.errors.permission_denied"
handler404 = "memory_admin.http.errors.page_not_found"
handler500 = "memory_admin.http.errors.server_error"


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError(endpoints.SECRET)


def absent(request: HttpRequest) -> HttpResponse:
    raise Http404


urlpatterns = [
    path("api/v1/memories", endpoints.Memories.as_view()),
    path("api/v1/memories/batch", endpoints.MemoryBatch.as_view()),
    path("api/v1/memories/<str:key>", endpoints.OneMemory.as_view()),
    path("api/v1/recall", endpoints.Recall.as_view()),
    path("api/v1/health", endpoints.Health.as_view()),
    path("api/v1/wrong", endpoints.WrongAnswer.as_view()),
    path("api/v1/fails", endpoints.Fails.as_view()),
    path("api/schema", SpectacularAPIView.as_view(authentication_classes=[], permission_classes=[])),
    path("api/broken", broken),
    path("pages/broken", broken),
    path("pages/absent", absent),
]
